import { describe, expect, test } from 'vitest'
import { maskedCode } from '../../../src/app/workspace/masked-text.ts'

describe('the literal of a password in code is masked', () => {
  test.each([
    `const dbPassword = "walrus7x"`,
    `let password: &str = "walrus7x";`,
    `const PASSWORD: &'static str = "walrus7x";`,
    `password = """walrus7x"""`,
    `const password = process.env.PW || "walrus7x"`,
    `password = settings.get('password') or 'walrus7x'`,
    `connect(options.password ?? 'walrus7x')`,
    `os.environ.get("DB_PASSWORD", "walrus7x")`,
    `getenv('DB_PASSWORD', 'walrus7x')`,
    `define('DB_PASSWORD', 'walrus7x');`,
    `System.getProperty("db.password", "walrus7x")`,
    `user.setPassword('walrus7x')`,
    `builder.user("app").password("walrus7x")`,
    `CREATE USER app WITH PASSWORD 'walrus7x';`,
    `ALTER ROLE app ENCRYPTED PASSWORD 'walrus7x';`,
    `CREATE USER 'app'@'%' IDENTIFIED BY 'walrus7x';`,
    `"Server=x;User Id=sa;Password=walrus7x;"`,
    `headers: { Accept: "x", Authorization: "Basic walrus7x==" }`,
    `"source": ["password = \\"walrus7x\\"\\n"]`,
  ])('%s', (code) => {
    const masked = maskedCode(code)
    expect(masked).not.toContain('walrus7x')
    expect(masked).toContain('[secret]')
  })

  test.each([
    `const fields = ["password", "username"]`,
    `t('password', 'username')`,
    `nextToken('identifier')`,
    'the address, which is identified by `endpoint`',
    '`Bearer resource_metadata="${url}"`',
    `const scheme = "Bearer authentication"`,
    `expect(token).toBe(other || 'nothing')`,
    `throw new Error('The password or "username" is wrong.')`,
    `const url = "/login?password=" + value`,
    `const password = readPassword(name) || undefined`,
    `getenv('DB_HOST', 'localhost')`,
    `COMMENT ON COLUMN users.password IS 'hashed'`,
  ])('%s has none', (code) => expect(maskedCode(code)).toBe(code))
})
