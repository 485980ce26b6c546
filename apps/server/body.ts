// One input out of a request, whatever its encoding: query string, JSON, form, multipart. [S7]
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/errors.ts'
import { badField, badInput } from '../../contract/input-fault.ts'

const mostFiles = 10

/** JSON bodies: an empty one is an input without fields; keys that could reach a prototype are refused. */
export function readJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.toString().trim() === '') done(null, {})
    else parse(request, body.toString(), done)
  })
}

async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null)
  for await (const part of request.parts({ limits: { files: mostFiles, fields: 100 } })) {
    fields[part.fieldname] = part.type === 'file' ? (await part.toBuffer()).toString('utf8') : part.value
  }
  return { ...fields }
}

async function rawInput(endpoint: Endpoint, request: FastifyRequest, language: Language): Promise<unknown> {
  if (endpoint.method === 'GET') return request.query
  const multipart = request.isMultipart()
  if (multipart !== endpoint.accepts.includes('multipart') && request.body !== undefined) {
    throw badField('content-type', 'notAllowed', language)
  }
  return multipart ? readMultipart(request) : (request.body ?? {})
}

/** The input of a call, checked by its contract; 10001 names the field that is wrong. */
export async function readInput(endpoint: Endpoint, request: FastifyRequest, language: Language): Promise<unknown> {
  const parsed = endpoint.input.safeParse(await rawInput(endpoint, request, language), { reportInput: true })
  if (parsed.success) return parsed.data
  throw badInput(parsed.error, language)
}
