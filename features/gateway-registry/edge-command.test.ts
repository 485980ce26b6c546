import { describe, expect, it } from 'vitest'
import { edgeCommand } from './edge-command.ts'

describe('the line that runs the edge agent', () => {
  it('names the broker of this platform', () => {
    expect(edgeCommand('LF-1', 's3cret', { protocol: 'http:', hostname: 'localhost' })).toBe(
      'GATEWAY_SN=LF-1 GATEWAY_SECRET=s3cret MQTT_URL=mqtt://localhost:1883 npm run edge',
    )
  })

  it('is encrypted where the page is', () => {
    const line = edgeCommand('LF-1', 's', { protocol: 'https:', hostname: 'plants.example' })
    expect(line).toContain('MQTT_URL=mqtts://plants.example:8883 ')
  })
})
