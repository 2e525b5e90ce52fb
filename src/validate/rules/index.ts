import type { ManifestRule, PackRule } from '../rule.ts'
import { manifestFieldValues } from './kcp3xx-field-values.ts'
import { danglingDependsOn } from './kcp401-dangling-depends-on.ts'
import { packRequiredFields } from './ak2xx-required-fields.ts'

export const manifestRules: readonly ManifestRule[] = [manifestFieldValues, danglingDependsOn]

export const packRules: readonly PackRule[] = [packRequiredFields]
