// A stored curve of a report as the input of a chart, without a live value.
import type { Input, Reading } from '../widget.ts'

const unread: Reading = {
  ...{ isBound: true, value: null, standIn: null, quality: 'never', code: 0, time: null, texts: null, title: '' },
}

/** An input of stored readings. `id` distinguishes the inputs of one chart. */
export const storedInput = (kind: Input['kind'], id: number): Input => ({
  ...{ kind, binding: { signalId: id }, fields: {}, cell: undefined },
  read: () => unread,
})
