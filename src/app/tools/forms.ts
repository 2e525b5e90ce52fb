/** Loaded with the first call of a tool, since a list of tools does not need it. */
export { countTokens } from '../../text/tokens/tokens.ts'
export { claimsPrompt, decisionPrompt, missingLine, queryPrompt } from './model-forms.ts'
