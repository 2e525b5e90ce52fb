import { render } from 'preact'
import { takeSession } from './api.ts'
import { Shell } from './shell.tsx'
import { applyTheme, savedTheme } from './theme.ts'

await takeSession()
applyTheme(savedTheme())
render(<Shell />, document.body)
