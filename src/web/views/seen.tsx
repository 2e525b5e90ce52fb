import { Empty } from '../parts/states.tsx'

export function SeenView() {
  return <Empty title="Seen" />
}
