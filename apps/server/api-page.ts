// Renders /openapi.json for people: every call with permission, input and output. No script, no CDN.

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
}
type Operation = {
  summary?: string
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  parameters?: { name: string; required?: boolean; schema?: Schema }[]
  security?: Record<string, unknown>[]
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}
type Document = { paths?: Record<string, Record<string, Operation>> }

const safe = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

function typeOf(schema: Schema | undefined): string {
  if (!schema) return ''
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.items) return `${typeOf(schema.items)}[]`
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    return `{ ${fields.map(([name, of]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(of)}`).join(', ')} }`
  }
  return [schema.type ?? 'any'].flat().join(' | ')
}

/** Marks calls that need a session; a public call needs neither session nor key. */
const refusal = ({ security }: Operation) =>
  security && !security.some((each) => 'key' in each) ? 'not with an API key' : undefined

function card(path: string, method: string, operation: Operation): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const query = operation.parameters?.map((p) => `${p.name}${p.required ? '' : '?'}: ${typeOf(p.schema)}`).join(', ')
  const answer = operation.responses?.['200']
  const data = Object.values(answer?.content ?? {})[0]?.schema?.properties?.data
  const row = (name: string, value: string | undefined) => (value ? `<dt>${name}</dt><dd>${safe(value)}</dd>` : '')
  return `<section id="${safe(path)}"><h2><b>${method.toUpperCase()}</b> ${safe(path)}</h2><p>${safe(operation.summary ?? '')}</p>
<dl>${row('Input', body ? typeOf(body) : query)}${row('Data', typeOf(data))}${row('Needs', answer?.description)}${row('Keys', refusal(operation))}</dl></section>`
}

/** An HTML page for an OpenAPI document. */
export function apiPage(document: object): string {
  const { paths = {} } = document as Document
  const cards = Object.entries(paths)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => card(path, method, operation)))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Gatehouse API</title><style>
:root{color-scheme:light dark}body{font:13px/1.5 system-ui;max-width:960px;margin:24px auto;padding:0 16px}
section{border-top:1px solid #8884;padding:8px 0}h2{font:550 14px ui-monospace,monospace;overflow-wrap:anywhere}h2 b{opacity:.6}
dl{display:grid;grid-template-columns:60px 1fr;gap:2px 12px}dt{opacity:.6}dd{margin:0;font-family:ui-monospace,monospace;overflow-wrap:anywhere}
</style><h1>Gatehouse API</h1><p>Every call answers <code>{ code, msg, data }</code>; 200 is success. The document: <a href="/openapi.json">/openapi.json</a>.</p>
<p>A program signs in with an API key of an account (<a href="/account/security/keys">My account, API keys</a>), in the header <code>Authorization: Bearer ghk_…</code> of every request. It then has the permissions that the key was given, as far as the account itself has them now. Calls marked “not with an API key” ask for a person.</p>
${cards.join('\n')}</html>`
}
