// A call as data: literal path, permission, input, output. Types, validation, client, documentation and tests derive.
import { z } from 'zod'
import type {
  AccountId,
  DepartmentId,
  EquipmentId,
  GatewayId,
  GrantId,
  GroupId,
  PageId,
  ProjectId,
  RoleId,
} from './fields.ts'
import type { Permission } from './permissions.ts'

export type Accepts = 'json' | 'form' | 'multipart'

/**
 * What a call can be about; whoever calls must see it. Parts of a device (drivers, variables) are looked up in it. A
 * room adds its own by the name of its table, which has an `id`.
 */
export interface Objects {
  equipment: EquipmentId
  gateway: GatewayId
  group: GroupId
  page: PageId
  project: ProjectId
  department: DepartmentId
  role: RoleId
  account: AccountId
  accessGrant: GrantId
}
export type ObjectKind = keyof Objects

type FieldsOf<O, Id> = O extends unknown
  ? string extends keyof O
    ? never
    : { [F in keyof O]-?: NonNullable<O[F]> extends Id | readonly Id[] ? F : never }[keyof O] & string
  : never

/** For each kind of object that an input names: the fields that do. */
export type On<O> = {
  [K in ObjectKind as [FieldsOf<O, Objects[K]>] extends [never] ? never : K]:
    | FieldsOf<O, Objects[K]>
    | readonly FieldsOf<O, Objects[K]>[]
}

export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST'
  path: string
  may: Permission
  accepts: readonly Accepts[]
  input: I
  output: O
  /** One sentence for the API page. */
  about: string
  /**
   * The objects that the caller must see; accounts, departments, roles, invitations and authorisations must be in its data
   * range (`db/range.ts`). Checked before the handler.
   */
  on?: Partial<Record<ObjectKind, string | readonly string[]>>
  /** Fields of `on` that only refer to an object of the organisation: the handler checks whether it may be used. */
  refers?: readonly string[]
  /** `stream`: bytes instead of the envelope; the envelope still comes when it fails before the first byte. */
  answers?: 'stream'
  /** Costs much: only `limits.heavyCallsAtOnce` of an account are under way at once, one more answers 90003. */
  heavy?: boolean
  /** Bytes a body may have; `limits.bodyBytes` if not said, `limits.publicBodyBytes` without a session. */
  bodyBytes?: number
  /** The password was asked for within `limits.confirmedMs`, else 1011: for grants, secrets, releases. */
  confirmed?: boolean
  /** A change beside the objects that it names: to see them is enough, also of a device that is only to be looked at. */
  beside?: boolean
  /**
   * The field that names a project, or a page of one, or all projects that the caller sees: their devices are seen by the
   * call, whoever else sees them. Decision 28.
   */
  through?: { project: string } | { page: string } | 'projects'
  /**
   * The device that it names, or the device of the page, may be a template too: then the keys of templates are asked for.
   * `all`: it is about templates, and sees all of the organisation. Decision 33.
   */
  templates?: true | 'all'
  /** Open to an account that must first choose a password of its own. */
  early?: boolean
  /** Open to a session that has not shown the device lock of its account. */
  unlocked?: boolean
  /** Open to API keys although it asks for no permission; a call that is `confirmed` never is. */
  forKeys?: boolean
}

type Base<I extends z.ZodType, O extends z.ZodType> = {
  may: Permission
  input: I
  output: O
  about: string
  accepts?: readonly Accepts[]
  heavy?: boolean
  bodyBytes?: number
  confirmed?: boolean
  beside?: boolean
  refers?: readonly (keyof z.output<I> & string)[]
  through?: { project: keyof z.output<I> & string } | { page: keyof z.output<I> & string } | 'projects'
  templates?: true | 'all'
  early?: boolean
  unlocked?: boolean
  forKeys?: boolean
}
/** An input that names an object says so; one that names none has nothing to say. */
type OnOf<I extends z.ZodType> = keyof On<z.output<I>> extends never ? { on?: never } : { on: On<z.output<I>> }
type Declared<I extends z.ZodType, O extends z.ZodType> = Base<I, O> & OnOf<I>

/** Declares a POST call; JSON and form bodies are both understood unless `accepts` says otherwise. [S7] */
export function post<I extends z.ZodType, O extends z.ZodType>(path: string, of: Declared<I, O>): Endpoint<I, O> {
  return { method: 'POST', path, accepts: ['json', 'form'], ...of }
}

/** Bytes that are not parsed by the envelope: a file, or arrays. */
export const bytes = z.any()

/** Declares a POST call that answers with a stream of bytes: see `serveStream` of features/frame/serve. */
export function download<I extends z.ZodType>(
  path: string,
  of: Omit<Base<I, z.ZodType>, 'output'> & OnOf<I>,
): Endpoint<I, typeof bytes> {
  return { method: 'POST', path, accepts: ['json', 'form'], answers: 'stream', output: bytes, ...of }
}

/** Declares a GET call; its input is the query string. */
export function get<I extends z.ZodType, O extends z.ZodType>(path: string, of: Declared<I, O>): Endpoint<I, O> {
  return { method: 'GET', path, accepts: [], ...of }
}

/** What every call answers, always with HTTP status 200. [S7] */
export type Envelope<T> = { code: number; msg: string; data: T | null }

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never

/** A call with several forms of answers, under the types of one of them: its callers always ask for that one. */
export const oneForm = <I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint): Endpoint<I, O> =>
  endpoint as Endpoint<I, O>

/** An input without fields; unknown fields are ignored. */
export const nothing = z.object({})

/** What a call answers that has a gateway do something: its outcome is asked for by the uuid. */
export const issued = z.object({ online: z.boolean(), uuid: z.string() })

/** An answer without data. */
export const done = z.null()
