// The web worker that checks and tries scripts, with the interpreter, budgets and functions of the gateway.
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import {
  runDeviceScript,
  type ScriptEnd,
  type ScriptFault,
  type ScriptRun,
  syntaxFault,
} from '../../../signal/script/run.ts'

export type TryAsk = { id: number; check: string } | { id: number; run: ScriptRun }
export type TryAnswer = { id: number; syntax?: ScriptFault | null; end?: ScriptEnd }

const quickjs = newQuickJSWASMModuleFromVariant(variant)

addEventListener('message', async ({ data }: MessageEvent<TryAsk>) => {
  const loaded = await quickjs
  const answer: TryAnswer =
    'check' in data
      ? { id: data.id, syntax: syntaxFault(loaded, data.check) }
      : { id: data.id, end: runDeviceScript(loaded, data.run) }
  postMessage(answer)
})
