// Basic information and picture of an account. [S2 /account/info] [S7 Security/account]
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { maybeText, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

export const updateLoginUser = post('/org/AccountInternalAction!updateLoginUser.action', {
  may: 'signedIn',
  about: 'Changes the basic information of the own account: name, company, address.',
  input: z.object({
    name: text(limits.titleLength),
    company: maybeText(limits.titleLength),
    address: maybeText(limits.remarkLength),
  }),
  output: done,
})

export const setAvatar = post('/org/SecurityMessageAction!setAvatar.action', {
  may: 'signedIn',
  heavy: true,
  // The length of the file in base64 with the JSON around it, and room for files that are refused as too large.
  bodyBytes: 4 * limits.avatarBytes,
  about:
    'Sets the own picture: an ico, jpg, png, gif or svg under 100 KB as base64 or as a data URL; empty removes it.',
  input: z.object({ avatar: z.string().max(3 * limits.avatarBytes) }),
  output: z.object({ avatar: z.string().nullable() }),
})
