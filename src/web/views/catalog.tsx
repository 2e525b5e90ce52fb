import { Empty } from '../parts/states.tsx'

export function CatalogView() {
  return <Empty title="Catalog" />
}
