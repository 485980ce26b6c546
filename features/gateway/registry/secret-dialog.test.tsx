// How to install the agent, as the dialog after a registration shows it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { setLanguage } from '../../../ui/language.ts'
import { brokerAddress } from './contract.ts'
import { Commands } from './secret-dialog.tsx'

// The window is removed afterwards, because other tests run in the same process without one.
beforeAll(
  () => void vi.stubGlobal('window', { location: { hostname: 'plant.example', origin: 'https://plant.example' } }),
)
afterAll(() => void vi.unstubAllGlobals())

function shown(secret?: string): string {
  setLanguage('en')
  const client = new QueryClient()
  const address = { host: null, port: 1883, secure: false, ca: null, isCaMissing: false, isLocal: false }
  client.setQueryData(queryOf(brokerAddress, {}).queryKey, address)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Commands sn="LF-1" {...(secret === undefined ? {} : { secret })} />
    </QueryClientProvider>,
  )
}

test('the agent and its checksum can be downloaded from the platform', () => {
  const links = [...shown('s3cret').matchAll(/<a href="([^"]+)"([^>]*)>([^<]+)/g)].map(([, to, how, words]) => [
    to,
    how?.includes('download'),
    words,
  ])
  expect(links).toEqual([
    ['/agent/gatehouse-edge.mjs', true, 'gatehouse-edge.mjs'],
    ['/agent/gatehouse-edge.mjs.sha256', false, 'SHA-256'],
  ])
})

test('the line that installs the agent as a service is shown beside the line that runs it', () => {
  const html = shown('s3cret')
  expect(html).toContain('curl -fsSL https://plant.example/agent/install.sh | sudo sh -s -- --sn LF-1')
  expect(html).toContain('GATEWAY_SECRET=s3cret MQTT_URL=mqtt://plant.example:1883 node gatehouse-edge.mjs')
  expect(html).toContain('x64 or arm64')
})
