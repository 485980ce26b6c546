import { valueMenus } from '../../../contract/share-menus.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { holdPress, outcome, write } from '../open/command-writing.ts'
import { commandCallback, holdValue, writeValue } from './contract.ts'

export default [
  serve(writeValue, { kind: 'command', openTo: valueMenus }, write),

  serve(holdValue, { openTo: valueMenus }, (press, call) => holdPress(press, call.sight, call)),

  serve(commandCallback, { openTo: valueMenus }, outcome),
] satisfies RoomServer
