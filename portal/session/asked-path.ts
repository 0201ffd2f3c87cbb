import type { DataRouter } from 'react-router';

let router: DataRouter | undefined;

/** @param given the router of the portal, from when it begins */
export const followRouter = (given: DataRouter): void => void (router = given);

/** The path of the page that the student has asked for last: on a slow line its code may still be on its way. */
export const askedPath = (): string => (router?.state.navigation.location ?? location).pathname;
