// Where the service of a device lock listens: on the machine of whoever has plugged it in. [S7 Lock device]

export const lockService = 'http://127.0.0.1:9080'
