// A call as data: literal path, permission, input, output. Types, validation, client, documentation and tests derive.
import { z } from 'zod'
import type { Permission } from './permissions.ts'

export type Accepts = 'json' | 'form' | 'multipart'

export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST'
  path: string
  may: Permission
  accepts: readonly Accepts[]
  input: I
  output: O
  /** One sentence for the API page. */
  about: string
  /** `stream`: bytes instead of the envelope; the envelope still comes when it fails before the first byte. */
  answers?: 'stream'
  /** Costs much: only `limits.heavyCallsAtOnce` of an account are under way at once, one more answers 90003. */
  heavy?: boolean
  /** Bytes a body may have; `limits.bodyBytes` if not said, `limits.publicBodyBytes` without a session. */
  bodyBytes?: number
}

type Declared<I extends z.ZodType, O extends z.ZodType> = {
  may: Permission
  input: I
  output: O
  about: string
  accepts?: readonly Accepts[]
  heavy?: boolean
  bodyBytes?: number
}

/** Declares a POST call; JSON and form bodies are both understood unless `accepts` says otherwise. [S7] */
export function post<I extends z.ZodType, O extends z.ZodType>(path: string, of: Declared<I, O>): Endpoint<I, O> {
  return { method: 'POST', path, accepts: ['json', 'form'], ...of }
}

/** Bytes that are not parsed by the envelope: a file, or arrays. */
export const bytes = z.any()

/** Declares a POST call that answers with a stream of bytes: see `serveStream` of features/serve. */
export function download<I extends z.ZodType>(
  path: string,
  of: Omit<Declared<I, z.ZodType>, 'output'>,
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

/** An input without fields; unknown fields are ignored. */
export const nothing = z.object({})

/** An answer without data. */
export const done = z.null()
