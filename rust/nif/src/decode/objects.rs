//! Objects whose last member has been read: by their shape, or from keys and values in a row, with
//! one member of each name or all, as the options say.

use super::keys::{NONE, Shape};
use super::{Builder, Frame, Reader};
use crate::error::{DecodeError, ErrorKind};
use crate::options::{Duplicates, Objects};
use std::cmp::Ordering;

impl<B: Builder> Reader<'_, B> {
    #[inline(always)]
    pub(super) fn close_object(&mut self) -> Result<B::Term, DecodeError> {
        let Some(frame) = self.frames.pop() else {
            return Err(DecodeError::new(ErrorKind::UnexpectedCharacter, 0));
        };
        if frame.node == NONE || self.options.objects != Objects::Maps {
            return self.close_listed(frame);
        }
        let values = &self.values[frame.values..];
        let builder = &mut self.builder;
        // the key stack is free above the frame's mark while the object has a shape
        let mut listed = std::mem::take(&mut self.ordered);
        let shape = self.shapes.close(frame.node, &mut listed, |a, b| builder.compare(a, b));
        let made = match shape {
            Shape::Ready(closed) => {
                listed.clear();
                listed.extend(closed.order.iter().map(|&at| values[at as usize]));
                builder.map(&closed.keys, &listed)
            }
            Shape::Listed => builder.map(&listed, values),
        };
        self.ordered = listed;
        match made {
            Some(map) => {
                self.values.truncate(frame.values);
                Ok(map)
            }
            None => self.close_listed(frame),
        }
    }

    /// An object whose keys lie in a row, or are needed so.
    #[inline(never)]
    fn close_listed(&mut self, frame: Frame) -> Result<B::Term, DecodeError> {
        if frame.node != NONE {
            self.shapes.list(frame.node, &mut self.keys);
        }
        let refuse = self.options.duplicates == Duplicates::Error;
        // pairs keep repeated names, so they must be looked for where they are refused
        if refuse && frame.node == NONE && self.options.objects != Objects::Maps {
            self.refuse_closed(frame)?;
        }
        let (keys, values) = (&self.keys[frame.keys..], &self.values[frame.values..]);
        let made = match self.options.objects {
            Objects::Ordered | Objects::Proplists => {
                if self.options.dedupe || self.options.duplicates == Duplicates::First {
                    self.pairs_of_unique(frame)
                } else {
                    self.builder.pairs(keys, values)
                }
            }
            Objects::Maps => match self.builder.map(keys, values) {
                Some(map) => map,
                None if refuse => {
                    self.refuse_closed(frame)?;
                    self.builder.null()
                }
                None => self.map_of_unique(frame),
            },
        };
        self.keys.truncate(frame.keys);
        self.key_ends.truncate(frame.keys);
        self.values.truncate(frame.values);
        Ok(made)
    }

    /// Positions of the members, grouped by key, in text order within a group.
    fn grouped(&self, frame: Frame) -> Vec<usize> {
        let keys = &self.keys[frame.keys..];
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|&a, &b| self.builder.compare(&keys[a], &keys[b]));
        order
    }

    fn same_key(&self, frame: Frame, a: usize, b: usize) -> bool {
        let keys = &self.keys[frame.keys..];
        self.builder.compare(&keys[a], &keys[b]) == Ordering::Equal
    }

    /// The same for an object that is closed already, whose names must not stay among those of the open ones.
    fn refuse_closed(&mut self, frame: Frame) -> Result<(), DecodeError> {
        let refused = self.refuse_duplicate(frame);
        if refused.is_err() {
            self.keys.truncate(frame.keys);
        }
        refused
    }

    #[cold]
    fn refuse_duplicate(&self, frame: Frame) -> Result<(), DecodeError> {
        let order = self.grouped(frame);
        let repeated = order.windows(2).filter(|pair| self.same_key(frame, pair[0], pair[1]));
        match repeated.map(|pair| pair[1]).min() {
            Some(at) => {
                let offset = self.key_ends.get(frame.keys + at).copied().unwrap_or(0);
                Err(DecodeError::new(ErrorKind::DuplicateKey, offset))
            }
            None => Ok(()),
        }
    }

    /// The first offence of a text in which names must differ: names in a row are compared when their object ends,
    /// so those of the open objects may hold one that comes before the error that was found.
    #[cold]
    pub(super) fn first_offence(&mut self, error: DecodeError) -> DecodeError {
        let mut first = error;
        while let Some(frame) = self.frames.pop() {
            if frame.object && frame.node == NONE {
                if let Err(duplicate) = self.refuse_duplicate(frame)
                    && duplicate.offset <= first.offset
                {
                    first = duplicate;
                }
                self.keys.truncate(frame.keys);
            }
        }
        first
    }

    /// Positions of one member of each group: the last in the text, or the first.
    fn unique(&self, frame: Frame) -> Vec<usize> {
        let mut order = self.grouped(frame);
        // keep one of each group: the last in the text, or the first
        if self.options.duplicates == Duplicates::First {
            order.dedup_by(|b, a| self.same_key(frame, *a, *b));
        } else {
            order.reverse();
            order.dedup_by(|b, a| self.same_key(frame, *a, *b));
            order.reverse();
        }
        order
    }

    #[cold]
    fn pairs_of_unique(&mut self, frame: Frame) -> B::Term {
        let mut order = self.unique(frame);
        order.sort_unstable();
        let (keys, values) = self.chosen(frame, &order);
        self.builder.pairs(&keys, &values)
    }

    fn chosen(&self, frame: Frame, order: &[usize]) -> (Vec<B::Term>, Vec<B::Term>) {
        let (keys, values) = (&self.keys[frame.keys..], &self.values[frame.values..]);
        (order.iter().map(|&at| keys[at]).collect(), order.iter().map(|&at| values[at]).collect())
    }

    #[cold]
    fn map_of_unique(&mut self, frame: Frame) -> B::Term {
        let order = self.unique(frame);
        let (keys, values) = self.chosen(frame, &order);
        match self.builder.map(&keys, &values) {
            Some(map) => map,
            None => self.builder.null(),
        }
    }
}
