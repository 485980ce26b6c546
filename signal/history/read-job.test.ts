import { expect, test } from 'vitest'
import type { Reader } from './read.ts'
import { answerJob } from './read-job.ts'

test('a device that never had a gateway is answered again and again, whatever was transferred before', async () => {
  const query = {
    ...{ orgId: 1, equipmentId: 1, gatewayIds: [], columnIds: [1, 2, 3] },
    ...{ from: 0, to: 1000, points: 100, reduce: 'minmax' as const },
  }
  for (let time = 0; time < 3; time += 1) {
    const { done, transfer } = await answerJob({} as Reader, { ask: 'curves', query: query as never })
    const received = structuredClone(done, { transfer: transfer as ArrayBuffer[] })
    expect(received).toMatchObject({ data: [1, 2, 3].map((columnId) => ({ columnId, total: 0 })), damaged: [] })
  }
})
