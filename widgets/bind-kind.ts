/** What a widget may be bound to. [S3 Data binding] */
export type BindKind = 'signal' | 'scene' | 'report' | 'customReport' | 'system' | 'mvar'
