// Login calls by path only: see contract/light-call.ts.
import { postTo } from '../../../contract/light-call.ts'
import type * as contract from './contract.ts'

export const askPasskey = postTo<typeof contract.askPasskey>('/lfscada/user/passkey/ask')
export const askOwnPasskey = postTo<typeof contract.askOwnPasskey>('/lfscada/user/passkey/askOwn')
