// Where an input names objects: as fields of its own, where their visibility is checked (`on` of an endpoint), or deeper.
import type { z } from 'zod'
import { documentedType, type IdKind, idKindOf, ObjectId } from '../contract/fields.ts'

export type Kind = IdKind | 'ObjectId'
type Shape = Record<string, z.ZodType>
type Inner = {
  shape?: Shape
  options?: readonly z.ZodType[]
  def: { [part: string]: unknown; innerType?: z.ZodType; element?: z.ZodType }
}

const isType = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value && 'def' in value

/** The kind of id that a type stands for, without looking at the types within it. */
const ownKind = (type: z.ZodType): Kind | undefined => (type === ObjectId ? 'ObjectId' : idKindOf(type))

/** The kind of a field that holds an id or a list of ids, whether or not it may be absent. */
export function kindOf(type: z.ZodType): { kind: Kind; isList: boolean } | undefined {
  let isList = false
  for (let at: z.ZodType | undefined = type; at; ) {
    const kind = ownKind(at)
    if (kind) return { kind, isList }
    const { innerType, element }: Inner['def'] = (at as unknown as Inner).def
    isList ||= element !== undefined
    at = innerType ?? element
  }
  return undefined
}

/** The fields of an input; for a union those of every branch. */
export function shapesOf(type: z.ZodType): Shape[] {
  const { shape, options } = type as unknown as Inner
  return options ? options.flatMap(shapesOf) : shape ? [shape] : []
}

/** The kinds of ids that an input contains deeper than in a field of its own. */
export function hiddenKinds(input: z.ZodType): Kind[] {
  const found = new Set<Kind>()
  const seen = new Set<z.ZodType>()
  const look = (type: z.ZodType) => {
    const kind = ownKind(type)
    if (kind) found.add(kind)
    if (kind || seen.has(type)) return
    seen.add(type)
    const { shape = {}, options = [], def } = type as unknown as Inner
    const parts = Object.values(def).flat()
    for (const part of [...Object.values(shape), ...options, ...parts, documentedType(type)])
      if (isType(part)) look(part)
  }
  const shapes = shapesOf(input)
  for (const field of shapes.flatMap((shape) => Object.values(shape))) if (!kindOf(field)) look(field)
  if (shapes.length === 0) look(input)
  return [...found]
}
