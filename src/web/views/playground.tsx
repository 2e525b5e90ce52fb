import { Empty } from '../parts/states.tsx'

export function PlaygroundView() {
  return <Empty title="Playground" />
}
