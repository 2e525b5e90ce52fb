import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { packRanks } from './token-ranks.ts'

/** The build packs them beforehand and puts a module in place of this one that reads the bytes. */
export const o200kRanks: Uint8Array = packRanks(tokens)
