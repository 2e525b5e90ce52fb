import { ofBrowser } from './storage.ts'

/** `system` follows the setting of the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function savedTheme(): Theme {
  const saved = ofBrowser.get('theme')
  return themes.find((theme) => theme === saved) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  ofBrowser.set('theme', theme === 'system' ? undefined : theme)
}
