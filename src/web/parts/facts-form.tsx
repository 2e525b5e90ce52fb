import { factFields, type Facts } from '../facts.ts'
import { TypedInput } from './typed-input.tsx'

interface FactInputProps {
  readonly name: string
  readonly value: string
  readonly label?: string
  readonly set: (value: string) => void
}

/** One fact: a choice if its words are listed, else text. Empty means unknown. */
export function FactInput({ name, value, label, set }: FactInputProps) {
  const field = factFields.find((one) => one.name === name)
  return (
    <label>
      {label ?? field?.title ?? name}
      {field?.choices ? (
        <select value={value} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">unknown</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <TypedInput class="fact" value={value} placeholder="unknown" set={set} />
      )}
    </label>
  )
}

/** All facts that can be set; unknown ones make gates stricter. */
export function FactsForm({ facts, set }: { readonly facts: Facts; readonly set: (facts: Facts) => void }) {
  return (
    <fieldset class="row">
      <legend class="unseen">Facts about the requester</legend>
      {factFields.map(({ name }) => (
        <FactInput key={name} name={name} value={facts[name] ?? ''} set={(value) => set({ ...facts, [name]: value })} />
      ))}
    </fieldset>
  )
}
