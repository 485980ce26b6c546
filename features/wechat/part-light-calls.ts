// Calls of the login by their paths alone: see contract/light-call.ts.
import { postTo } from '../../contract/light-call.ts'
import type * as contract from './contract.ts'

export const weChatOn = postTo<typeof contract.weChatOn>('/lfscada/user/weChat/on')
