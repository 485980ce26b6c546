import type { Decoder } from '../../../contract/decoder.ts'
import { fail, failAs } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type ModelFacts, readModel } from './gltf.ts'

const field = { field: 'model' }

/** Base64, alone or in a data URL. Throws modelUnknown and related errors. */
export const modelDecoder: Decoder<string, ModelFacts & { bytes: Uint8Array }> = {
  name: 'scene/model',
  tooMuch: () => ({ error: 'modelTooComplex', details: { limit: limits.sceneTriangles } }),
  read(given) {
    const text = given.slice(given.startsWith('data:') ? given.indexOf(',') + 1 : 0)
    const bytes = Buffer.from(text, 'base64')
    if (bytes.length > limits.sceneBytes) throw fail('modelTooLarge', { limit: limits.sceneBytes / 1024 / 1024 }, field)
    const facts = readModel(bytes)
    if ('fault' in facts) throw failAs(facts.fault, field)
    return { ...facts, bytes }
  },
}
