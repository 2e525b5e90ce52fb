import { readdirSync, statSync, utimesSync } from 'node:fs'
import { describe, onTestFinished } from 'vitest'
import { systemPorts } from '../../src/io/system.ts'
import { postgresPorts } from '../../src/io/postgres/postgres-ports.ts'
import { connected, describePostgres, freshDatabase } from '../support/postgres.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { storeContract } from './stores.ts'

describe('stores in files', () => {
  storeContract(async () => {
    const env = { HOME: tempFolder() }
    return {
      open: async () => systemPorts(env),
      async ageSessions(hours) {
        const folder = `${env.HOME}/.local/state/lorefence/sessions`
        for (const file of readdirSync(folder).map((name) => `${folder}/${name}`)) {
          const noted = statSync(file).mtimeMs / 1000 - hours * 3600
          utimesSync(file, noted, noted)
        }
      },
    }
  })
})

describePostgres('stores in PostgreSQL', () => {
  storeContract(async () => {
    const [url, env] = [await freshDatabase(), { HOME: tempFolder() }]
    return {
      async open() {
        const ports = await postgresPorts(systemPorts(env), { url, env, keeping: { records: 'files' } })
        onTestFinished(() => ports.shared.close())
        return ports
      },
      async ageSessions(hours) {
        await connected(url).sql`update lorefence.sessions set noted = noted - make_interval(hours => ${hours})`
      },
    }
  })
})
