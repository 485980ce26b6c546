// The thread that runs scripts: one after the other, each in a fresh interpreter.
import { parentPort } from 'node:worker_threads'
import base from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { runDeviceScript, type ScriptEnd, type ScriptRun } from '../../script/run.ts'

/** The interpreter as base64, in the single-file agent; elsewhere the package has its file beside it. */
declare const GATEHOUSE_QUICKJS_WASM: string | undefined

/** A message to the script thread. */
export type ScriptAsk = { id: number; run: ScriptRun }
/** A message of the script thread. */
export type ScriptAnswer = { id: number; end: ScriptEnd }

function interpreter() {
  if (typeof GATEHOUSE_QUICKJS_WASM !== 'string') return newQuickJSWASMModuleFromVariant(base)
  const bytes = Buffer.from(GATEHOUSE_QUICKJS_WASM, 'base64')
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  return newQuickJSWASMModuleFromVariant(newVariant(base, { wasmBinary }))
}

/** Answers run requests of the parent thread until it is terminated. */
export function serveScripts(): void {
  const quickjs = interpreter()
  parentPort?.on('message', async ({ id, run }: ScriptAsk) => {
    const loaded = await quickjs
    const answer: ScriptAnswer = { id, end: attempt(run, () => runDeviceScript(loaded, run)) }
    parentPort?.postMessage(answer)
  })
}

/** A failing interpreter is a fault of its script. */
function attempt(run: ScriptRun, act: () => ScriptEnd): ScriptEnd {
  try {
    return act()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { fault: { kind: 'lost', message, line: null }, writes: [], lines: [], state: run.state, tookMs: 0 }
  }
}
