import { provide, type RoomServices } from '../../frame/services.ts'
import { weChat } from './contract.ts'
import { openWeChat } from './open-platform.ts'
import { weChatApplication } from './settings.env.ts'

export default [
  provide(weChat, ({ setting }) => {
    const application = setting(weChatApplication)
    return application && openWeChat(application)
  }),
] satisfies RoomServices
