//! Clients by their addresses, and places that they take: no client takes the places of all others.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::Request;
use axum::http::HeaderName;
use thiserror::Error;

/// How many there may be at once.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Of all clients together.
    pub of_all: usize,
    /// Of one client, while most are free.
    pub of_one: usize,
}

/// A client, by its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

/// Counts what clients have at once.
#[derive(Debug)]
pub struct Places {
    share: Share,
    taken: Mutex<HashMap<Client, usize>>,
}

/// A place that is free again when it is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    client: Client,
}

/// There is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Full {
    /// All clients together have taken all places.
    #[error("too many requests at once; try again in a moment")]
    OfAll,
    /// The client has taken its share.
    #[error("you have too many requests or streams at once; try again when one of them has ended")]
    OfOne,
}

impl Client {
    /// Returns the client at an address; IPv6 networks give each customer at least 2^64 of them.
    #[must_use]
    pub fn at(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address @ IpAddr::V4(_) => address,
        })
    }

    /// Returns who sent a request: the last address in the proxy's header if there is to be one, which is the one that
    /// the proxy itself has seen, or else the other end of the connection.
    #[must_use]
    pub fn of(request: &Request, proxy_header: Option<&HeaderName>) -> Self {
        let named =
            proxy_header.and_then(|name| request.headers().get_all(name).iter().next_back()?.to_str().ok());
        let named = named.and_then(|value| value.rsplit(',').next()?.trim().parse().ok());
        let connected = || request.extensions().get::<SocketAddr>().map(SocketAddr::ip);
        Self::at(named.or_else(connected).unwrap_or(Ipv4Addr::UNSPECIFIED.into()))
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Places {
    /// Creates places, all of which are free.
    #[must_use]
    pub fn new(share: Share) -> Arc<Self> {
        Arc::new(Self { share, taken: Mutex::default() })
    }

    /// Takes a place for a client. What one client may have shrinks with what is free, so that however many take all they
    /// can get, somebody who comes later finds a place.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn take(self: &Arc<Self>, client: Client) -> Result<Place, Full> {
        let Share { of_all, of_one } = self.share;
        let mut taken = self.taken();
        let free = of_all.saturating_sub(taken.values().sum());
        if free == 0 {
            return Err(Full::OfAll);
        }
        let share = if of_one < of_all { (of_one * free).div_ceil(of_all) } else { of_one };
        if taken.get(&client).is_some_and(|of_client| *of_client >= share) || share == 0 {
            return Err(Full::OfOne);
        }
        *taken.entry(client).or_default() += 1;
        Ok(Place { places: Arc::clone(self), client })
    }

    /// Returns how many places are taken.
    #[must_use]
    pub fn count(&self) -> usize {
        self.taken().values().sum()
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(of_client) = taken.get_mut(&self.client) {
            *of_client -= 1;
            if *of_client == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn client(address: &str) -> Client {
        Client::at(address.parse().unwrap())
    }

    #[test]
    fn a_client_with_its_share_leaves_places_for_others() {
        let places = Places::new(Share { of_all: 3, of_one: 2 });
        let alice = [places.take(client("192.0.2.1")).unwrap(), places.take(client("192.0.2.1")).unwrap()];
        assert!(matches!(places.take(client("192.0.2.1")), Err(Full::OfOne)));
        let bob = places.take(client("192.0.2.2")).unwrap();
        assert!(matches!(places.take(client("192.0.2.3")), Err(Full::OfAll)));

        drop((alice, bob));
        assert_eq!(places.count(), 0);
        assert!(places.taken().is_empty(), "clients that are gone are forgotten");
    }

    #[test]
    fn however_many_take_all_they_can_get_a_newcomer_finds_a_place() {
        let places = Places::new(Share { of_all: 2048, of_one: 256 });
        let mut taken = Vec::new();
        for round in 0..256 {
            let greedy = (0..100).map(|number| client(&format!("192.0.2.{number}")));
            taken.extend(greedy.filter_map(|greedy| places.take(greedy).ok()));
            let newcomer = places.take(client(&format!("198.51.100.{round}")));
            assert!(newcomer.is_ok(), "after {}", places.count());
        }
        assert!(places.count() > 1500, "they get what nobody else wants: {}", places.count());
    }

    #[test]
    fn addresses_of_one_network_are_one_client() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:1"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }

    #[test]
    fn a_proxys_header_is_believed_only_if_there_is_to_be_one() {
        let header = HeaderName::from_static("x-forwarded-for");
        let request = |value: &str| {
            let mut request = Request::new(Body::empty());
            request.headers_mut().insert(&header, value.parse().unwrap());
            request.extensions_mut().insert(SocketAddr::from(([192, 0, 2, 1], 4000)));
            request
        };
        assert_eq!(Client::of(&request("198.51.100.7"), None), client("192.0.2.1"));
        assert_eq!(Client::of(&request("198.51.100.7"), Some(&header)), client("198.51.100.7"));
        assert_eq!(Client::of(&request("10.0.0.1, 198.51.100.7"), Some(&header)), client("198.51.100.7"));
        assert_eq!(Client::of(&request("unknown"), Some(&header)), client("192.0.2.1"));
    }
}
