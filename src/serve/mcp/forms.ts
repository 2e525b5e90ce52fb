/** Loaded with the first call, since a list of tools does not need it. */
export { claimsPrompt, countTokens, decisionPrompt, missingLine, queryPrompt } from '../../app/index.ts'
