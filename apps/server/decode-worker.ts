// A thread that decodes untrusted bytes: one file at a time, with the decoder named by the job.
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Decoder } from '../../contract/decoder.ts'
import { Failure } from '../../contract/errors.ts'
import type { DecodeAnswer, DecodeJob, NumberedAnswer, NumberedJob } from './decode-thread.ts'
import { jsonBody } from './json-body.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../features/*/*/decoders.ts', { eager: true })

const isDecoder = (value: unknown): value is Decoder => typeof value === 'object' && value !== null && 'read' in value

const decoders = new Map<string, Decoder>()
for (const each of [jsonBody, ...Object.values(modules).flatMap((module) => Object.values(module))])
  if (isDecoder(each)) decoders.set(each.name, each as Decoder)

function answer({ name, input }: DecodeJob): DecodeAnswer {
  const decoder = decoders.get(name)
  if (!decoder) return { fault: `there is no decoder ${name}` }
  try {
    return { done: decoder.read(input as never) }
  } catch (error) {
    if (error instanceof Failure) return { refused: { name: error.message, details: error.details, data: error.data } }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const port = parentPort as MessagePort
port.on('message', (job: NumberedJob) => port.postMessage({ ...answer(job), job: job.job } satisfies NumberedAnswer))
