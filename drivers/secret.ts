// Parameters that are never sent back to the form: as typed, or as a reference to the stored secret. Pure.
import { z } from 'zod'
import type { About } from './driver.ts'

/** Maximum length of a password, or of a file such as a certificate in base64. */
const maxSecretLength = 20_000

const name = z.string().max(200).optional()

/**
 * A secret parameter. `text`: the secret itself (for a file its bytes in base64), on its way to the platform and in the
 * gateway's memory. `secret`: its number on the platform, used in versions, commands and answers. `name`: the file
 * name.
 */
export const SecretParam = z.union([
  z.strictObject({ secret: z.number().int().positive().max(2_147_483_647), name }),
  z.strictObject({ text: z.string().min(1).max(maxSecretLength), name }),
])
export type SecretParam = z.output<typeof SecretParam>
type SecretReference = Extract<SecretParam, { secret: number }>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a parameter is the number of a stored secret. */
export const isReference = (value: unknown): value is SecretReference =>
  isObject(value) && 'secret' in value && typeof value.secret === 'number'

/** Whether a parameter is the secret itself: typed into the form, or opened on the gateway. */
export const isTyped = (value: unknown): value is { text: string; name?: string } =>
  isObject(value) && 'text' in value && typeof value.text === 'string'

/** The keys of a driver's parameters that are secrets. */
export const secretKeys = ({ fields }: About): string[] =>
  fields.filter(({ input }) => input === 'secret' || input === 'file').map(({ key }) => key)

/** The numbers of the secrets in parameters. */
export const referencesIn = (params: object): number[] =>
  Object.values(params).flatMap((value) => (isReference(value) ? [value.secret] : []))

/** Replaces the numbers of secrets by the secrets themselves, where they are available. */
export const withSecrets = <P extends object>(params: P, known: ReadonlyMap<number, string>): P =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => {
      const text = isReference(value) ? known.get(value.secret) : undefined
      return [key, text === undefined ? value : { text }]
    }),
  ) as P
