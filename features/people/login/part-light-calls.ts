// Login calls by path only: see contract/light-call.ts.
import { postTo } from '../../../contract/light-call.ts'
import type * as weChat from '../wechat/contract.ts'
import type * as contract from './contract.ts'

export const login = postTo<typeof contract.login>('/lfscada/user/login')
export const loginCode = postTo<typeof contract.loginCode>('/lfscada/user/loginCode')
export const loginPasskey = postTo<typeof contract.loginPasskey>('/lfscada/user/loginPasskey')
export const showVcode = postTo<typeof contract.showVcode>('/lfscada/user/showVcode')
export const weChatOn = postTo<typeof weChat.weChatOn>('/lfscada/user/weChat/on')
