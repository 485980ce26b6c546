import { provide, type RoomServices } from '../../frame/services.ts'
import { token } from '../../frame/token.ts'
import { createCodes } from './codes.ts'
import { codes, sender } from './contract.ts'
import type { Messenger } from './messenger.ts'
import { openMessenger } from './open-messenger.ts'
import { messageServices } from './settings.env.ts'

const messenger = token<Messenger>('messenger')

export default [
  provide(messenger, ({ setting, now, log }) => openMessenger(setting(messageServices), now, log)),
  provide(sender, ({ use }) => use(messenger)),
  provide(codes, ({ db, use, keyFor, now }) =>
    createCodes({ db, messenger: use(messenger), key: keyFor('codes'), now }),
  ),
] satisfies RoomServices
