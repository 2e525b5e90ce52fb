/** Tests with a receipt that does not replay to the same bytes, and why that is right. */
export const expected: Readonly<Record<string, string>> = {
  'test/unit/record/replay.test.ts > rehydrate > AK-199: gives the context byte for byte although other knowledge has come':
    'A rehydration gives what stands at the recorded places; its receipt replays as the task, which other knowledge answers better by then.',
}
