import { render } from 'preact'
import { Shell } from './shell.tsx'
import { applyTheme, savedTheme } from './theme.ts'

applyTheme(savedTheme())
render(<Shell />, document.body)
