import { describe, expect, test } from 'vitest'
import { maskedSettings } from '../../../src/app/workspace/masked-text.ts'

describe('the value of a password is masked', () => {
  test.each([
    ['of a variable of a container', '- name: DB_PASSWORD\n  value: walrus\n- name: LOG\n  value: info'],
    ['on the next line', 'db_password:\n  walrus\nlog: info'],
    ['in a block', 'db_password: >-\n  walrus one: two\n  walrus\nlog: info'],
    ['in a list', 'passwords:\n  - walrus\n  - walrus two\nlog: info'],
    ['in a list at the same level', 'passwords:\n- walrus\nlog: info'],
    ['of several words', 'passphrase: my long walrus, phrase\nlog: info'],
    ['with a sign in its name', 'pass_phrase: walrus\nlog: info'],
    ['of a key of secrets', 'secret_key: walrus\nsecretKey: walrus\nlog: info'],
    ['in XML', '<password>walrus</password>\n<log>info</log>'],
    ['in an attribute of XML', '<property name="db.password" value="walrus"/>\n<log>info</log>'],
    ['in an attribute after a key', '<add key="ApiSecret" value="walrus"/>\n<log>info</log>'],
    ['in JSON', '{"secretKey": "walrus", "tokens": ["walrus", "walrus"], "log": "info"}'],
    ['in JSON on the next line', '{"client_secret":\n  "walrus",\n"log": "info"}'],
    ['in a list of JSON', '{\n  "tokens": [\n    "walrus",\n    "walrus"\n  ],\n  "log": "info"\n}'],
    ['in JSON with a name', '{"name": "DB_PASSWORD", "value": "walrus"}, {"log": "info"}'],
    ['in a flow', 'db: {password: walrus, log: info}'],
    ['in TOML', 'password = """\nwalrus\n"""\nlog = "info"'],
    ['in properties', 'spring.datasource.password=walrus two walrus\nlog=info'],
    ['of Redis', 'requirepass walrus\nlog info'],
    ['of a variable of Terraform', 'variable "db_password" {\n  type = string\n  default = "walrus"\n}\nlog = "info"'],
    ['in a command without its name', 'mysql -u root -pwalrus info\nredis-cli -a walrus info'],
    ['of a Secret', 'kind: Secret\nstringData:\n  admin: walrus\n  note: |\n    walrus\ntype: info'],
    [
      'of a Secret after its data',
      '---\ndata:\n  "a.txt": walrus\nkind: "Secret"\n---\nkind: ConfigMap\ndata:\n  a: info',
    ],
    ['in an address', 'url: postgres://u:walrus@db/x\nlog: info'],
  ])('%s', (_where, text) => {
    const masked = maskedSettings(text)
    expect(masked).not.toContain('walrus')
    expect(masked).toContain('[secret]')
    expect(masked).toContain('info')
    expect(masked.split('\n')).toHaveLength(text.split('\n').length)
  })
})

test.each([
  'max_tokens: 4096',
  'secrets: true',
  'password: ${DB_PASSWORD}',
  'password: {{ .Values.password }}',
  'secrets:\n  db:\n    file: ./db.txt',
  'token_lifetime: one hour',
  '- name: LOG\n  value: info',
])('%j has no secret', (text) => expect(maskedSettings(text)).toBe(text))
