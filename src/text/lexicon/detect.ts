import type { Language } from './language.ts'
export function detectLanguage(_text: string, _from = 0): Language { return 'und' }
export function detectTaskLanguage(_task: string, _documentLanguages: ReadonlySet<Language>): Language { return 'und' }
