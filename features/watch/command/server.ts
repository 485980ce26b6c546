import { type RoomServer, serveOpen, serveOpenCommand } from '../../frame/serve.ts'
import { valueMenus } from '../../project/share/rules.ts'
import { commandCallback, holdValue, writeValue } from './contract.ts'
import { held, outcome, write } from './part-writing.ts'

export default [
  serveOpenCommand(valueMenus, writeValue, write),

  serveOpen(valueMenus, holdValue, (press, call) => held(press, call.sight, call)),

  serveOpen(valueMenus, commandCallback, outcome),
] satisfies RoomServer
