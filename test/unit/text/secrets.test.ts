import { describe, expect, test } from 'vitest'
import { findSecrets } from '../../../src/text/detect/secrets.ts'

/** Put together at run time, so that no file of the repository holds a text shaped like a key. */
const join = (...parts: readonly string[]): string => parts.join('')
const random36 = join('Zk3vQ8', 'tB1nW5', 'rX7cY2', 'mL9dF4', 'hG6jP0', 'sA8uE3')
const base64Line = join('MIIEvQIBADANBgkqh', 'kiG9w0BAQEFAASCBKcw', 'ggSjAgEAAoIBAQC7VJTU')

const secrets: readonly (readonly [name: string, secret: string])[] = [
  ['an AWS access key', join('AK', 'IA', 'Q3EGRZT7', 'M2XWPLK4')],
  ['a temporary AWS access key', join('AS', 'IA', 'Q3EGRZT7', 'M2XWPLK4')],
  ['a GitHub token', join('gh', 'p_', random36)],
  ['a fine-grained GitHub token', join('github', '_pat_', '11ABQ7XYZ0', random36)],
  ['a GitLab token', join('gl', 'pat-', 'x7Qz9Lm2Kd8Rv4Tn6Wp1')],
  ['a Slack token', join('xo', 'xb-', '2214987435-', '8812340975-', 'h7KsQ2nXv9')],
  ['a Google key', join('AI', 'za', 'SyD9', 'f3Kq7Vw2Lx8Zt6Rm1Nc5Bj0Hp4Gs_uY')],
  ['a Stripe key', join('sk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc')],
  ['an OpenAI key', join('sk', '-', 'proj-', 'T3BlbkFJ8xQw2Zr7Lk5Vn9Md')],
  ['an Anthropic key', join('sk', '-ant-', 'api03-', 'R7mK2xVq9Lw4Zt8Np3Jd6Hs1')],
  ['an npm token', join('np', 'm_', random36)],
  ['a Hugging Face token', join('h', 'f_', 'ZkvQtBnWrXcYmLdFhGjPsAuEqRwTyUiOpM')],
  ['a SendGrid key', join('S', 'G.', 'Zk3vQ8tB1nW5rX7cY2mL9d', '.', 'F4hG6jP0sA8uE3Zk3vQ8tB1nW5rX7cY2mL9dF4hG6jP')],
  [
    'a JSON Web Token',
    join('ey', 'JhbGciOiJIUzI1NiJ9', '.ey', 'JzdWIiOiJoYXJib3IifQ', '.', 'dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1g'),
  ],
]

describe('shapes of credentials', () => {
  test.each(secrets)('AK-311: %s is found where it stands', (_, secret) => {
    const text = `Kiosk setup uses ${secret} for uploads.`
    expect(findSecrets(text)).toEqual([{ start: 17, end: 17 + secret.length }])
  })

  test('AK-311: a private key is found from its header to its footer', () => {
    const key = join(
      '-----BEGIN RSA ',
      'PRIVATE KEY-----\n',
      base64Line,
      '\n',
      base64Line,
      '\n-----END RSA ',
      'PRIVATE KEY-----',
    )
    expect(findSecrets(`The key:\n${key}\nends.`)).toEqual([{ start: 9, end: 9 + key.length }])
  })

  test('AK-311: an OpenSSH key is found although it begins with a run of one letter', () => {
    const header = join('b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAA', 'AAAAABAAAAMwAAAAtzc2gtZWQyNTUxOQ')
    const key = join(
      '-----BEGIN OPENSSH ',
      'PRIVATE KEY-----\n',
      header,
      '\n',
      random36,
      random36,
      '\n-----END OPENSSH ',
      'PRIVATE KEY-----',
    )
    expect(findSecrets(key)).toEqual([{ start: 0, end: key.length }])
  })

  test('AK-311: a private key inside a JSON text is found', () => {
    const key = join('-----BEGIN ', 'PRIVATE KEY-----\\n', base64Line, '\\n-----END ', 'PRIVATE KEY-----')
    expect(findSecrets(`{"key": "${key}"}`)).toHaveLength(1)
  })
})

describe('assignments', () => {
  const value = join('q7Vx2', 'Lm9Kd4', 'Rt8Wz')
  test.each([
    ['in a shell', `export DB_PASSWORD=${value}`],
    ['in YAML', `api_key: "${value}"`],
    ['in JSON', `{"clientSecret": "${value}"}`],
    ['in a header', `Authorization: Bearer ${value}`],
    ['in a connection string', `AccountName=harbor;AccountKey=${value};`],
    ['in Chinese prose', `密码：${value}`],
    ['in a URL', `postgres://harbor:${value}@db.example.com/kiosk`],
  ])('AK-311: a literal %s is found, and only the literal', (_, text) => {
    expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([value])
  })
})

describe('near misses', () => {
  test.each([
    ['a placeholder in angle brackets', 'api_key: <your-api-key-goes-here>'],
    ['a row of x', join('token: xxxxxxxx', 'xxxxxxxxxxxx')],
    ['a masked key', join('sk', '_live_', 'xxxxxxxxxxxxxxxxxxxxxxxx')],
    ['a variable', 'password: ${DB_PASSWORD_PRODUCTION}'],
    ['a variable of the shell', 'token=$GITHUB_TOKEN_FOR_UPLOADS'],
    ['a lookup', 'token = process.env.KIOSK_UPLOAD_TOKEN2'],
    ['a name of a program', 'password = base64.b16encode(digest)'],
    ['an example value', 'secret: example-secret-value-1'],
    ['the example key of the vendor', join('AK', 'IA', 'IOSFODNN7', 'EXAMPLE')],
    ['a value that ends with an ellipsis', join('State-Token: AEB9WGWUx3', '98Pdr0SFE7NDo…')],
    ['a reference to a vault', 'password: vault://harbor/kiosk/db-password-2'],
    ['a digest', `token: sha256:${'9f86d081884c7d65'.repeat(4)}`],
    ['a name of a setting', 'token: refresh-token-lifetime-seconds-v2'],
    ['a package', 'Install sk-learn-extra-tools-for-clustering first.'],
    [
      'a header without a key',
      'The file starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.',
    ],
    ['prose', 'The token budget: a thousand per answer. Passwords expire after 90 days.'],
    ['a file', 'secret: credentials/kiosk-service-7.yaml'],
    ['a host without a password', 'https://status.example.com:8443/kiosk@2x.png'],
  ])('AK-311: %s is no secret', (_, text) => {
    expect(findSecrets(text)).toEqual([])
  })
})

test('AK-311: a sentence without blanks after the word token is no secret, a value before it is one', () => {
  const sentence =
    'Ollama 的上下文窗口默认为 2048 个 token 数。当剪藏较长的网页时，你很容易超过此限制。Ollama 会静默失败。'
  expect(findSecrets(sentence)).toEqual([])
  const value = ['q7Rz', 'K2vN', 'w9Lx', 'T4bM'].join('')
  expect(findSecrets(`token: ${value}。请妥善保管`)).toEqual([{ start: 7, end: 23 }])
})
