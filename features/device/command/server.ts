import { valueMenus } from '../../../contract/share-menus.ts'
import { type RoomServer, serveOpen, serveOpenCommand } from '../../frame/serve.ts'
import { held, outcome, write } from '../open/command-writing.ts'
import { commandCallback, holdValue, writeValue } from './contract.ts'

export default [
  serveOpenCommand(valueMenus, writeValue, write),

  serveOpen(valueMenus, holdValue, (press, call) => held(press, call.sight, call)),

  serveOpen(valueMenus, commandCallback, outcome),
] satisfies RoomServer
