import { describe, onTestFinished } from 'vitest'
import { systemPorts } from '../../src/io/system.ts'
import { postgresPorts } from '../../src/io/postgres/postgres-ports.ts'
import { describePostgres, freshDatabase } from '../support/postgres.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { storeContract } from './stores.ts'

describe('stores in files', () => {
  storeContract(async () => {
    const env = { HOME: tempFolder() }
    return { open: async () => systemPorts(env) }
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
    }
  })
})
