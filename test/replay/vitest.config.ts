import { fileURLToPath } from 'node:url'
import { mergeConfig, type Plugin } from 'vitest/config'
import ordinary from '../../vitest.config.ts'

const replayedStages = fileURLToPath(new URL('replayed-stages.ts', import.meta.url))

const isStages = (source: string, importer = ''): boolean =>
  (source === './stages.ts' && importer.endsWith('/src/app/open/open.ts')) ||
  (source === '../../src/app/read/read.ts' && importer.includes('/test/unit/'))

/** Whatever a test opens, or reads with the stage itself, gives through stages that replay each receipt right after its release. */
const replayEverything: Plugin = {
  name: 'replay-everything',
  enforce: 'pre',
  resolveId: (source, importer) => (isStages(source, importer) ? replayedStages : undefined),
}

export default mergeConfig(ordinary, {
  plugins: [replayEverything],
  test: { globalSetup: [fileURLToPath(new URL('report.ts', import.meta.url))], testTimeout: 120_000 },
})
