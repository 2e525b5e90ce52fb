/** Loaded with the first call, since a list of tools does not need it. */
export { countTokens, decisionPrompt, missingLine, queryPrompt } from '../../app/index.ts'
