// A call declared as data: literal path, permission, input, output. Types, validation, client, documentation and tests
// derive from it.
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

type Accepts = 'json' | 'form' | 'multipart'

/**
 * The kinds of objects that a call can name; the caller must be able to see them. Parts of a device (drivers,
 * variables) are looked up within it. A room adds its own kind by the name of its table, which has an `id`.
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

/** For each kind of object that an input names: the fields that hold its id. */
type On<O> = {
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
  /** Description of the call in one sentence, for the API page. */
  about: string
  /**
   * The objects that the caller must be able to see; accounts, departments, roles, invitations and authorisations must
   * be in the caller's data range (`db/range.ts`). Checked before the handler.
   */
  on?: Partial<Record<ObjectKind, string | readonly string[]>>
  /**
   * Fields of `on` that only refer to an object of the organisation: the handler checks whether the caller may use it.
   */
  refers?: readonly string[]
  /** `stream`: bytes instead of the envelope; an error before the first byte is still returned as an envelope. */
  answers?: 'stream'
  /** Expensive: an account may run `limits.heavyCallsAtOnce` of them at the same time; further ones answer 90003. */
  heavy?: boolean
  /** Maximum size of a body; default `limits.bodyBytes`, without a session `limits.publicBodyBytes`. */
  bodyBytes?: number
  /** Requires the password, confirmed within `limits.confirmedMs`, else answers 1011: for grants, secrets, releases. */
  confirmed?: boolean
  /** Changes something other than the objects that it names: the caller has to see them, but needs no write access. */
  beside?: boolean
  /**
   * The field that names a project or a page of one, or `projects` for all that the caller sees: the call has access to
   * their devices even if the caller has not. Decision 28.
   */
  through?: { project: string } | { page: string } | 'projects'
  /**
   * The device, or the device of the page, may be a template: then the call requires the keys of templates. `all`: the
   * call is about templates, and sees all of the organisation. Decision 33.
   */
  templates?: true | 'all'
  /** Allowed for an account that must first choose its own password. */
  early?: boolean
  /** Allowed for a locked session. */
  whileLocked?: boolean
  /** Allowed for API keys although it requires no permission; a `confirmed` call never is. */
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
  whileLocked?: boolean
  forKeys?: boolean
}
/** `on` is required for an input that names an object, and forbidden for any other. */
type OnOf<I extends z.ZodType> = keyof On<z.output<I>> extends never ? { on?: never } : { on: On<z.output<I>> }
type Declared<I extends z.ZodType, O extends z.ZodType> = Base<I, O> & OnOf<I>

/** Declares a POST call; JSON and form bodies are accepted unless `accepts` differs. [S7] */
export function post<I extends z.ZodType, O extends z.ZodType>(path: string, of: Declared<I, O>): Endpoint<I, O> {
  return { method: 'POST', path, accepts: ['json', 'form'], ...of }
}

/** Bytes that are not parsed as an envelope: a file, or arrays. */
const bytes = z.any()

/** Declares a POST call that answers with a stream of bytes: see `kind: 'stream'` of features/frame/serve. */
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

/** The answer of every call, always with HTTP status 200. [S7] */
export type Envelope<T> = { code: number; msg: string; data: T | null }

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never

/**
 * Narrows a call with several forms of answers to the types of one of them, for a caller that always requests that one.
 */
export const oneForm = <I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint): Endpoint<I, O> =>
  endpoint as Endpoint<I, O>

/** An input without fields; unknown fields are ignored. */
export const nothing = z.object({})

/** The answer of a call that sends a gateway command; its outcome is queried by the uuid. */
export const issued = z.object({ online: z.boolean(), uuid: z.string() })

/** The answer of a call that returns no data. */
export const done = z.null()
