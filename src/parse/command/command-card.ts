import type { CommandCard, OutputFilter } from '../../model/records/command.ts'
import { parseYaml } from '../yaml/yaml.ts'

/** A command manifest as YAML; `undefined` without a command. Values of an unexpected type are ignored. */
export function parseCommandCard(text: string): CommandCard | undefined {
  const { value } = parseYaml(text).tree ?? {}
  const { command, subcommand, description, syntax, output_schema: output } = fieldsOf(value)
  if (typeof command !== 'string' || command.trim() === '') return undefined
  const { usage, key_flags: flags, preferred_invocations: examples } = fieldsOf(syntax)
  const filter = filterOf(output)
  return {
    key: `${command} ${typeof subcommand === 'string' ? subcommand : ''}`.trim().replace(/\s+/g, ' '),
    description: lineOf(description),
    usage: lineOf(usage),
    flags: listOf(flags).flatMap((one) => {
      const { flag, description: about } = fieldsOf(one)
      return lineOf(flag) === '' ? [] : [{ flag: lineOf(flag), description: lineOf(about) }]
    }),
    examples: listOf(examples).flatMap((one) => {
      const { invocation, use_when: use } = fieldsOf(one)
      return lineOf(invocation) === '' ? [] : [{ invocation: lineOf(invocation), use: lineOf(use) }]
    }),
    ...(filter ? { filter } : {}),
  }
}

function filterOf(output: unknown): OutputFilter | undefined {
  const { enable_filter: enabled, noise_patterns: patterns, max_lines: most } = fieldsOf(output)
  if (enabled !== true) return undefined
  const noise = listOf(patterns).flatMap((one) => {
    const pattern = typeof one === 'string' ? one : fieldsOf(one)['pattern']
    return typeof pattern === 'string' && pattern !== '' ? [pattern] : []
  })
  return { noise, ...(typeof most === 'number' && most > 0 ? { maxLines: Math.floor(most) } : {}) }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const lineOf = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '')
