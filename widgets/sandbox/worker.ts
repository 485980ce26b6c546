// The worker that scripts run in: one after the other, each in an interpreter of its own.
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { runScript } from './run-script.ts'
import type { ScriptResult, ScriptRun } from './shapes.ts'

const quickjs = newQuickJSWASMModuleFromVariant(variant)

addEventListener('message', async ({ data }: MessageEvent<{ id: number; run: ScriptRun }>) => {
  const loaded = await quickjs
  postMessage({ id: data.id, isBegun: true })
  postMessage({ id: data.id, result: attempt(() => runScript(loaded, data.run)) })
})
quickjs.catch((error: unknown) => {
  setTimeout(() => {
    throw error
  })
})

/** An interpreter that fails is a fault of the script that ran in it. */
function attempt(run: () => ScriptResult): ScriptResult {
  try {
    return run()
  } catch (error) {
    return { fault: { kind: 'lost', message: error instanceof Error ? error.message : String(error), line: null } }
  }
}
