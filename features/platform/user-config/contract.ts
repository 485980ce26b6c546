// Settings of an account. A room declares its settings in its `settings.ts`, and their section of the page in its
// `settings-section.tsx`. [S3 User info] [S7 User]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'

/** Each room adds its own settings by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface UserSettings {}
export type SettingKey = keyof UserSettings & string

export const queryUserConfig = post('/lfscada/user/config/query', {
  may: 'signedIn',
  about: 'The settings of the account, each with its default where nothing was set.',
  input: nothing,
  output: z.record(z.string(), z.unknown()),
})

export const saveUserConfig = post('/lfscada/user/config/save', {
  may: 'signedIn',
  about: 'Changes some settings of the account; the others stay unchanged.',
  input: z.object({ settings: z.record(z.string().max(50), z.unknown()) }),
  output: done,
})
