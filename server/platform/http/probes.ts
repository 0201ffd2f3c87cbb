/** Asked several times a second by balancers, supervisors and collectors. */
const probes = ['/healthz', '/readyz', '/metrics'];

/** Whether a request's route is a probe: a line or a trace of each would tell nothing, and hide the others. */
export const isProbe = (route: string | undefined): boolean => route !== undefined && probes.includes(route);
