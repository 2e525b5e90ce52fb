import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { packRanks } from './token-ranks.ts'

/** The build packs them and replaces this module by one that reads the bytes. */
export const o200kRanks: Uint8Array = packRanks(tokens)
