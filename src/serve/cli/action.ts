import { text, UsageError, type Call, type OptionTable } from './verb.ts'

export const actionOption = {
  action: {
    type: 'string',
    value: 'ACTION',
    doc: 'The action: read (default), summarize, modify, share_externally, execute, or one the author declares.',
  },
} as const satisfies OptionTable

export function actionIn({ values }: Pick<Call, 'values'>): string {
  const action = text(values['action']) ?? 'read'
  if (action === '') throw new UsageError('--action takes an action such as summarize.')
  return action
}
