// The worker that runs scripts: one after the other, each in a new interpreter.
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { runPress } from './run-press.ts'
import { runScript } from './run-script.ts'
import type { AnyRun, PressResult, ScriptResult } from './shapes.ts'

const quickjs = newQuickJSWASMModuleFromVariant(variant)

addEventListener('message', async ({ data }: MessageEvent<{ id: number; run: AnyRun }>) => {
  const loaded = await quickjs
  postMessage({ id: data.id, isBegun: true })
  const { run } = data
  const result = attempt(() => ('press' in run ? runPress(loaded, run) : runScript(loaded, run)))
  postMessage({ id: data.id, result })
})
quickjs.catch((error: unknown) => {
  setTimeout(() => {
    throw error
  })
})

/** A crash of the interpreter is a fault of the script that ran in it. */
function attempt(run: () => ScriptResult | PressResult): ScriptResult | PressResult {
  try {
    return run()
  } catch (error) {
    return { fault: { kind: 'lost', message: error instanceof Error ? error.message : String(error), line: null } }
  }
}
