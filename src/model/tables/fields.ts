/**
 * The grammar of a field table. One table per kind of document drives the parser, the checks of types and
 * values, and the JSON Schema, so the three cannot diverge.
 */
export type Shape =
  | {
      readonly type: 'text'
      readonly asWritten?: true
      readonly nonEmpty?: true
      readonly maxLength?: number
      readonly pattern?: string
      /** Severity of a text beyond its length or pattern; an error by default. */
      readonly misfit?: 'warning'
    }
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly min?: number }
  /** Read clamped to its range. */
  | { readonly type: 'number'; readonly min?: number; readonly max?: number }
  | { readonly type: 'date' }
  | { readonly type: 'datetime' }
  /** `strict`: anything but https is an error. */
  | { readonly type: 'url'; readonly strict?: true }
  | { readonly type: 'any' }
  | {
      readonly type: 'choice'
      readonly of: readonly string[]
      /** `custom:<namespace>` and the like are allowed beside the list. */
      readonly orPrefix?: string
      /** Severity of an unlisted value. `silent`: the specification allows any word. */
      readonly unlisted?: 'warning' | 'error' | 'silent'
      /** An unlisted word is reported and kept; it matches no filter. */
      readonly kept?: true
      /** Read in any case and with any hyphens; another spelling is still reported. */
      readonly anySpelling?: true
    }
  | {
      readonly type: 'list'
      readonly of: Shape
      /** One value is read as a list of one; `silent` where the specification allows it. */
      readonly orSingle?: true | 'silent'
      readonly min?: number
      /** More than these is a warning. */
      readonly maxItems?: number
    }
  | {
      readonly type: 'record'
      readonly of: Shape
      /** Keys that the specification defines; others are custom. */
      readonly keys?: readonly string[]
    }
  | {
      readonly type: 'object'
      readonly fields: FieldTable
      readonly closed?: true
      /** Requires at least one field. */
      readonly nonEmpty?: true
    }
  | { readonly type: 'either'; readonly of: readonly [Shape, Shape] }

/**
 * `unit` and `manifest` are ids of the same document, `file` a path from it, `ref` and `pack` entries of the workspace.
 */
export type Named = 'unit' | 'manifest' | 'file' | 'ref' | 'pack'

export type Field = Shape & {
  /** The model's name where the specification's word means two things. */
  readonly as?: string
  /** `advised`: a warning when absent. */
  readonly required?: true | 'advised'
  /** Information only: an error in it affects no gate. */
  readonly informs?: true
  /** It opens something: it counts only as written, and no fix writes it. */
  readonly grants?: true
  /** The kind of thing that the text names, which an editor completes and links to. */
  readonly names?: Named
  readonly doc?: string
  readonly section?: string
  readonly default?: string | number | boolean
}

export type FieldTable = { readonly [name: string]: Field }

type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S

/** The model value of a shape. A value of the wrong type is absent, never coerced. */
type ValueOf<S> = S extends { readonly type: 'text' | 'date' | 'datetime' | 'url' }
  ? string
  : S extends { readonly type: 'boolean' }
    ? boolean
    : S extends { readonly type: 'integer' | 'number' }
      ? number
      : S extends { readonly type: 'choice' } & ({ readonly unlisted: 'silent' } | { readonly kept: true })
        ? string
        : S extends {
              readonly type: 'choice'
              readonly of: infer L extends readonly string[]
              readonly orPrefix: infer P extends string
            }
          ? L[number] | `${P}${string}`
          : S extends { readonly type: 'choice'; readonly of: infer L extends readonly string[] }
            ? L[number]
            : S extends { readonly type: 'list'; readonly of: infer I }
              ? readonly ValueOf<I>[]
              : S extends { readonly type: 'record'; readonly of: infer I }
                ? { readonly [key: string]: ValueOf<I> }
                : S extends { readonly type: 'object'; readonly fields: infer T extends FieldTable }
                  ? ReadOf<T>
                  : S extends { readonly type: 'either'; readonly of: readonly [infer A, infer B] }
                    ? ValueOf<A> | ValueOf<B>
                    : unknown

/** The result of reading by a table: known fields under their model names, the rest under `extensions`. */
export type ReadOf<T extends FieldTable> = {
  readonly [K in keyof T & string as T[K] extends { readonly as: infer A extends string } ? A : Camel<K>]?: ValueOf<
    T[K]
  >
} & { readonly extensions?: { readonly [name: string]: unknown } }
